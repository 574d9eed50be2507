"""date-order: dates of an edition that stand in the wrong order."""


def test_approved_before_it_was_submitted(bench):
    made = bench("", head="  submitted    2024-05-01\n  approved     2024-04-01\n", static=True)
    (found,) = made.found("date-order")
    assert found.message == "the edition was approved on 2024-04-01, before it was submitted on 2024-05-01"
    assert found.effect == "30 days between the two, in the wrong order"
    assert found.severity.value == "warning"


def test_in_force_before_it_was_approved(bench):
    made = bench("", head="  approved     2024-04-02\n  effective    2024-04-01\n", static=True)
    (found,) = made.found("date-order")
    assert found.message == "the edition takes effect on 2024-04-01, before it was approved on 2024-04-02"
    assert found.effect == "1 day between the two, in the wrong order"


def test_dates_in_order_or_not_stated(bench):
    head = "  submitted    2024-01-01\n  approved     not stated\n  effective    2024-01-01\n"
    assert bench("", head=head, static=True).found("date-order") == []

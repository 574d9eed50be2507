(function () {
  "use strict";
  var all = function (root, what) { return Array.prototype.slice.call(root.querySelectorAll(what)); };

  all(document, "form.filter").forEach(function (form) {
    form.hidden = false;
    form.addEventListener("submit", function (event) { event.preventDefault(); });
  });

  // findings by severity
  var form = document.querySelector("form.severities");
  var findings = all(document, ".finding");
  function sift() {
    var shown = 0, wanted = {}, fresh = form.querySelector("[name=new]");
    all(form, "[name=sev]").forEach(function (box) { wanted[box.value] = box.checked; });
    findings.forEach(function (one) {
      var fits = wanted[one.dataset.sev] && !(fresh && fresh.checked && one.dataset.new !== "1");
      one.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    form.querySelector("[role=status]").textContent = shown === findings.length
      ? "All " + shown + " findings are shown."
      : shown + " of " + findings.length + " findings are shown; printing shows all.";
  }
  if (form) { form.addEventListener("change", sift); sift(); }

  // rows of a table by their words
  var searches = all(document, "form.search").map(function (search) {
    var table = document.getElementById(search.dataset.table), input = search.querySelector("input");
    var groups = all(table, "tbody").map(function (body) {
      return { head: body.querySelector(".grp"), rows: all(body, "tr:not(.grp)") };
    });
    function run() {
      var words = input.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0, total = 0;
      groups.forEach(function (group) {
        var here = 0;
        group.rows.forEach(function (row) {
          var text = (row.textContent + " " + (row.dataset.words || "")).toLowerCase();
          var fits = words.every(function (word) { return text.indexOf(word) >= 0; });
          row.hidden = !fits;
          here += fits ? 1 : 0;
        });
        if (group.head) { group.head.hidden = !here; }
        shown += here;
        total += group.rows.length;
      });
      search.querySelector("[role=status]").textContent = shown === total
        ? "All " + total + " rows are shown." : shown + " of " + total + " rows are shown; printing shows all.";
    }
    input.addEventListener("input", run);
    run();
    return function () { input.value = ""; run(); };
  });

  // a reference to what is filtered out shows it again
  function reveal() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) { return; }
    if (target.closest("[hidden]")) {
      if (form) { form.reset(); sift(); }
      searches.forEach(function (clear) { clear(); });
    }
    target.scrollIntoView();
  }
  addEventListener("hashchange", reveal);
}());

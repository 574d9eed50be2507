"""The version of the engine, named in every result."""

VERSION = "0.1.0"

"""The one place that says kernelc's version; the project file reads it from here."""

VERSION = "0.1.0"

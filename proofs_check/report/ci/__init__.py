"""What the machines of continuous integration read: JUnit XML, SARIF, annotations on GitHub.  Standard library only."""

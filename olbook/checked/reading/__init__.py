"""From text to meaning and display: names, formulas, lines. What is read here is trusted to be what is shown."""

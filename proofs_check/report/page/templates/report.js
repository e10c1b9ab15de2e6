// Narrows the table of statements; without scripts the whole table is shown.
for (const form of document.querySelectorAll("form.filter")) {
  const rows = [...form.parentElement.querySelectorAll("tbody tr")];
  const narrow = () => {
    const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const status = form.elements.status.value;
    let shown = 0;
    for (const row of rows) {
      const text = [...row.cells].slice(0, 3).map((cell) => cell.textContent).join(" ").toLowerCase();
      row.hidden = !((!status || row.dataset.status === status) && words.every((word) => text.includes(word)));
      shown += !row.hidden;
    }
    form.querySelector("output").textContent = `${shown} of ${rows.length}`;
  };
  form.hidden = false;
  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  narrow();
}

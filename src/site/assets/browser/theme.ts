const key = "lectern-theme";

/** Lets the reader choose a mode. Without a choice, it is that of the site or of the system. */
export function connectThemeSwitch(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("[data-theme-choice]");
  const show = () => {
    const current = document.documentElement.dataset.theme ?? "system";
    for (const button of buttons) button.ariaPressed = String(button.dataset.themeChoice === current);
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      apply(button.dataset.themeChoice ?? "system");
      remember(button.dataset.themeChoice ?? "system");
      show();
    });
  // The choice in another tab.
  addEventListener("storage", (event) => {
    if (event.key !== key || event.newValue === null || buttons.length === 0) return;
    apply(event.newValue);
    show();
  });
  show();
}

function apply(theme: string): void {
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
}

function remember(theme: string): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts for this page.
  }
}

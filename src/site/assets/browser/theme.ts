const key = "lectern-theme";

/** Lets the reader choose a mode. Without a choice, the mode follows the system. */
export function connectThemeSwitch(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("[data-theme-choice]");
  const show = () => {
    const current = document.documentElement.dataset.theme ?? "system";
    for (const button of buttons) button.ariaPressed = String(button.dataset.themeChoice === current);
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      choose(button.dataset.themeChoice ?? "system");
      show();
    });
  show();
}

function choose(theme: string): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts for this page.
  }
}

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const indigo: MantineColorsTuple = [
  "#eef0ff",
  "#dfe2fe",
  "#c3c8fb",
  "#a3a9f7",
  "#8a8df3",
  "#6d6cee",
  "#4f46e5",
  "#4239c9",
  "#372fa8",
  "#2b2583",
];

const red: MantineColorsTuple = [
  "#fdecec",
  "#f9d6d5",
  "#f2abaa",
  "#e97e7c",
  "#dd5553",
  "#d03b39",
  "#c02b2a",
  "#a82322",
  "#8f1c1c",
  "#6f1515",
];

/** Mantine's own dark greys, as neutral as those of tokens.css. */
const dark: MantineColorsTuple = [
  "#ececf1",
  "#c9c9d3",
  "#a6a6b3",
  "#92929f",
  "#3c3c47",
  "#2a2a32",
  "#1e1e24",
  "#18181d",
  "#131317",
  "#0e0e11",
];

// Popups stay in place, so that they also show above an open <dialog>, which is in the browser's top layer.
const comboboxProps = { withinPortal: false, shadow: "md" };

/** 14 px base, 4 px grid, one accent; every colour that is not Mantine's own stands in tokens.css. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: 6,
  colors: { indigo, red, dark },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "28px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "3px", sm: "4px", md: "6px", lg: "8px", xl: "12px" },
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  headings: { fontWeight: "600", sizes: { h1: { fontSize: "20px", lineHeight: "28px" } } },
  components: {
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "error", "description"], labelProps: { fz: 13, mb: 4 } },
    },
    Button: { defaultProps: { size: "xs", fz: 13 } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 30 } },
    // They open by a click, an arrow key or by typing: the focus alone, as after an error, covers nothing. To choose what is
    // chosen keeps it; what may be empty is `clearable`.
    Select: {
      defaultProps: { comboboxProps, checkIconPosition: "right", openOnFocus: false, allowDeselect: false },
    },
    MultiSelect: { defaultProps: { comboboxProps, openOnFocus: false } },
    TagsInput: { defaultProps: { comboboxProps, openOnFocus: false } },
    Menu: { defaultProps: { shadow: "md" } },
  },
});

/** Mantine's own variables, led back to tokens.css, so that both themes are designed in one place. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--pd-surface)",
    "--mantine-color-text": "var(--pd-text)",
    "--mantine-color-dimmed": "var(--pd-muted)",
    "--mantine-color-placeholder": "var(--pd-faint)",
    "--mantine-color-anchor": "var(--pd-accent)",
    "--mantine-color-error": "var(--pd-bad)",
    "--mantine-color-default": "var(--pd-surface)",
    "--mantine-color-default-hover": "var(--pd-hover)",
    "--mantine-color-default-color": "var(--pd-text)",
    "--mantine-color-default-border": "var(--pd-line-strong)",
    "--mantine-color-gray-light-color": "var(--pd-muted)",
    "--mantine-color-gray-subtle-color": "var(--pd-muted)",
    "--mantine-color-disabled": "var(--pd-hover)",
    "--mantine-color-disabled-color": "var(--pd-faint)",
    "--mantine-color-indigo-light": "var(--pd-accent-soft)",
    "--mantine-color-indigo-light-color": "var(--pd-accent)",
  };
  return { variables: {}, light: shared, dark: shared };
};

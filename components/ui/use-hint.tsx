import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import styles from "./use-hint.module.css";

const delay = 150;

/**
 * A short text to the right of a control, while it is pointed at or has the focus: `props` go to the control, `bubble`
 * stands beside it. Of our own, for the library's is larger than all else of the frame, which has no other need of it.
 */
export function useHint(text: string, isWanted: boolean) {
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    const { right, top, height } = currentTarget.getBoundingClientRect();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPlace({ left: right + 8, top: top + height / 2 }), delay);
  };
  const onKeyDown = ({ key }: { key: string }) => {
    if (key === "Escape") hide();
  };
  const props = isWanted
    ? { onMouseEnter: show, onMouseLeave: hide, onFocus: show, onBlur: hide, onClick: hide, onKeyDown }
    : {};
  const bubble: ReactNode = isWanted && place && (
    <span role="tooltip" className={styles.hint} style={place}>
      {text}
    </span>
  );
  return { props, bubble };
}

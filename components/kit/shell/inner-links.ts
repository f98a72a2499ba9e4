import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Opens the plain links of `InnerLink` without a new load; what has taken the click for itself keeps it. */
export function useInnerLinks() {
  const router = useRouter();
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
      if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-inner]");
      if (!link) return;
      event.preventDefault();
      router.push(link.href);
    };
    document.addEventListener("click", click);
    return () => document.removeEventListener("click", click);
  }, [router]);
}

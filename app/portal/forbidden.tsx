import { Message } from "@/components/ui/message";

export default function Forbidden() {
  return (
    <Message title="You may not enter here" href="/portal" action="Go to your own place">
      This company is not one of yours, or your membership has ended. If you should be in it, ask an administrator of
      that company.
    </Message>
  );
}

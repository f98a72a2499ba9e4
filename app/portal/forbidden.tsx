import { Message } from "@/components/ui/message";

export default function Forbidden() {
  return (
    <Message title="You may not open this" href="/portal" action="Go to your own pages">
      This company is not one of yours, or your membership has ended. If you should be in it, ask an administrator of
      that company.
    </Message>
  );
}

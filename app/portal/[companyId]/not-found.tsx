import { Message } from "@/components/ui/message";

export default function NotFound() {
  return (
    <Message title="Nothing is at this address" href="/portal" action="Go to your own pages">
      The address is wrong, or what was here has been deleted.
    </Message>
  );
}

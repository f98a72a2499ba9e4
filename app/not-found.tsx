import { Message } from "@/components/ui/message";

export default function NotFound() {
  return (
    <Message title="Nothing is at this address" href="/" action="Go to the home page">
      The address is wrong, or what was here has been deleted.
    </Message>
  );
}

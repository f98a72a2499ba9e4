import { notFound } from "next/navigation";

/** The page of every address that no other page has, so that the 404 page stands within the frame. */
export default function UnknownPage() {
  notFound();
}

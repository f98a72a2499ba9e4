import { Home } from "@/components/kit/shell/home";

export default function HomePage() {
  return <Home />;
}

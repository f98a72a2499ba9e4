import { Home } from "@/components/kit/shell/home";
import { HomeFigures } from "./_screens/home.sheet";

export default function HomePage() {
  return (
    <Home>
      <HomeFigures />
    </Home>
  );
}

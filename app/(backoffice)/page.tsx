import { Home } from "@/components/kit/shell/home";
import { HomeFigures } from "./_screens/home-figures";

export default function HomePage() {
  return (
    <Home>
      <HomeFigures />
    </Home>
  );
}

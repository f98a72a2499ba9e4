import { Home } from "@/components/kit/shell/home";
import { HomeFigures } from "./_screens/home.sheet";
import { HomeAttention, HomeParts } from "./_screens/home-parts.sheet";

export default function HomePage() {
  return <Home attention={<HomeAttention />} figures={<HomeFigures />} parts={<HomeParts />} />;
}

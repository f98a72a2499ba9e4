import { Home } from "@/components/kit/shell/home";
import { HomeFigures } from "./_screens/home.part";
import { HomeAttention, HomeParts } from "./_screens/home-parts.part";

export default function HomePage() {
  return <Home attention={<HomeAttention />} figures={<HomeFigures />} parts={<HomeParts />} />;
}

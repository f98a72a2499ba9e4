import { Home } from "@/components/kit/shell/home";
import { HomeFigures } from "./_screens/home.part";
import { HomeParts } from "./_screens/home-parts.part";

export default function HomePage() {
  return <Home figures={<HomeFigures />} parts={<HomeParts />} />;
}

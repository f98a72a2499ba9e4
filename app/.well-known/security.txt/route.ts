import { portable } from "@/server/portable";

export const dynamic = "force-dynamic";
export { portable as GET, portable as HEAD };

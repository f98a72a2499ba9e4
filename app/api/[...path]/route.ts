import { portable } from "@/server/portable";

export const dynamic = "force-dynamic";
export {
  portable as DELETE,
  portable as GET,
  portable as HEAD,
  portable as OPTIONS,
  portable as PATCH,
  portable as POST,
  portable as PUT,
};

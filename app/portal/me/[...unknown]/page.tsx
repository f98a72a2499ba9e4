export { default } from "@/app/_screen/unknown-page";

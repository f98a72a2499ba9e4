"use client";

import dynamic from "next/dynamic";

/** The count beside the way to the desk. It comes after the page, whose scripts it leaves as they are. */
export const RailCount = dynamic(() => import("./desk-count.part").then((module) => module.DeskCount), { ssr: false });

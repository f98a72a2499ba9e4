import { z } from "zod";
import { Id, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

const ListRouter = Text(60).regex(/^[a-zA-Z]+$/, "The router of a list, such as pers.");
const Share = z.enum(["mine", "role", "everybody"]);

/** The id of a view: that of its row, or the name of one that comes with the product. */
const ViewId = Text(60).regex(/^[a-z0-9-]+$/, "The id of a view.");

/** The path of a page of ours. */
const Page = Text(200).regex(/^\/(?!\/)/, "An address below this one.");

/** What the address of a list says, by the names there. */
const Query = z
  .record(Text(80), Text(4000, 0))
  .refine((query) => Object.keys(query).length <= 80, "A view holds 80 filters at most.");

export const ListView = z.object({
  id: ViewId,
  list: z.string(),
  name: z.string(),
  share: Share,
  roleId: Id.nullable(),
  query: z.record(z.string(), z.string()),
  isOwn: z.boolean(),
  /** it comes with the product */
  isBuiltIn: z.boolean(),
  mayEdit: z.boolean(),
  ...Stamps,
});

/** How a person has a list: where it opens, what stands in its tabs, and its columns where no view says them. */
export const ListSettings = z.object({
  opensOn: ViewId.nullable(),
  pinned: z.array(ViewId).max(30),
  /** the views that were opened last, the newest first, each as often as it was: those used most stand in the tabs */
  opened: z.array(ViewId).max(50),
  layout: z.partialRecord(z.enum(["columns", "widths", "density", "limit"]), Text(4000, 0)),
});

/** All views that somebody sees, of every list that they read. */
export const EveryView = z.object({ items: z.array(ListView.pick({ id: true, list: true, name: true })) });

export const OfList = z.object({ list: ListRouter });
export const ViewsOfList = z.object({
  views: z.array(ListView),
  settings: ListSettings,
  /** those that come by mail on Mondays */
  mailed: z.array(ViewId),
  mayShare: z.boolean(),
  /** what its records are in the audit trail, where those that were removed come back */
  removed: z.string().nullable(),
});

/** How many records views of a list have, counted up to `upTo`; one that takes too long to count is missing. */
export const CountViews = z.object({ list: ListRouter, ids: z.array(ViewId).max(40) });
export const ViewCounts = z.object({ upTo: z.int(), items: z.array(z.object({ id: ViewId, count: z.int() })) });

export const CreateListView = z.object({
  list: ListRouter,
  name: Text(80),
  query: Query,
  share: Share.optional(),
  roleId: Id.nullish(),
});
export const UpdateListView = CreateListView.omit({ list: true }).partial();

export const SetListSettings = ListSettings.partial().extend({ list: ListRouter });

export const SetViewMail = z.object({ list: ListRouter, viewId: ViewId, at: Page, isMailed: z.boolean() });

export const ViewRoles = z.object({ items: z.array(z.object({ id: Id, name: z.string() })) });

/** A favourite in the rail: a page, a view of the list on it, or a record by the title that it had. */
const Favourite = z.object({ at: Page, viewId: ViewId.optional(), title: Text(200).optional() });
export const SetFavourites = z.object({ items: z.array(Favourite).max(100) });

/** A record that somebody opened: its page, what it was called, and what people call one of its kind. */
export const Recent = z.object({ at: Page, title: Text(200), one: Text(80) });

export const Favourites = z.object({
  /** views with their names, records with their titles; null where the person never chose any on the server */
  items: z.array(Favourite.extend({ name: z.string().optional() })).nullable(),
  /** the records that were opened last, the newest first; none under switch-to, for they are the person's own */
  recents: z.array(Recent),
});

/** For the kit: the list of all views that the caller reaches. */
export const ListListViews = listInput({
  sort: ["name", "createdAt"],
  filters: { list: ListRouter },
  order: "name:asc",
});

import { eq, getTableColumns } from "drizzle-orm";
import { languages, vehicleBrandMessages, vehicleBrands } from "@/db/schema";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { ListVehicleBrandMessages } from "./vehicle-brand-message.schema";

const table = vehicleBrandMessages;

const list = listService({
  table,
  scope: "global",
  input: ListVehicleBrandMessages,
  joins: [
    { table: languages, on: eq(languages.id, table.languageId) },
    { table: vehicleBrands, on: eq(vehicleBrands.id, table.vehicleBrandId) },
  ],
  sort: {
    title: table.title,
    "vehicleBrand.name": vehicleBrands.name,
    "language.code": languages.code,
    isActivated: table.isActivated,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    vehicleBrandId: equals(table.vehicleBrandId),
    languageId: equals(table.languageId),
    title: contains(table.title),
    isActivated: equals(table.isActivated),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({
        ...getTableColumns(table),
        vehicleBrand: { id: vehicleBrands.id, name: vehicleBrands.name },
        language: { id: languages.id, code: languages.code, name: languages.name },
      })
      .from(table)
      .innerJoin(vehicleBrands, eq(vehicleBrands.id, table.vehicleBrandId))
      .innerJoin(languages, eq(languages.id, table.languageId))
      .where(oneOf(table.id, ids)),
});

/** Messages of a brand to the riders of its vehicles, in their language (document 4.12). */
export const vehicleBrandMessageService = recordService(list, {
  name: "vehicle-brand-message",
  label: (row) => row.title,
});

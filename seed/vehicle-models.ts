import type { Database } from "@/db/client";
import { vehicleBrands, vehicleModels } from "@/db/schema";
import type { Random } from "./random";
import { brandStories, type VehicleType } from "./story";
import { day, iso } from "./time";

export interface VehicleModel {
  id: string;
  name: string;
  type: VehicleType;
  year: number;
  /** the brand's serial prefix */
  prefix: string;
  /** the company that builds it */
  maker: string;
}

/** The brands and their models, each with how often its bikes are met. */
export async function seedVehicleModels(db: Database, random: Random, now: number) {
  const found: [VehicleModel, number][] = [];
  for (const [brand, maker, prefix, weight, models] of brandStories) {
    const at = now - random.int(1150, 1250) * day;
    const stamps = { createdAt: iso(at), updatedAt: iso(at) };
    const vehicleBrandId = random.id(at);
    await db.insert(vehicleBrands).values({ id: vehicleBrandId, name: brand, ...stamps });
    for (const [name, type, year] of models) {
      const id = random.id(at);
      await db
        .insert(vehicleModels)
        .values({ id, vehicleBrandId, nameVehicleModel: name, vehicleType: type, year, ...stamps });
      found.push([{ id, name, type, year, prefix, maker }, weight / models.length]);
    }
  }
  return found;
}

/** A model with its brand, which many models have in their names already: "Marais Cargo", not "Marais Marais Cargo". */
export const modelWithBrand = (brand: string, model: string) =>
  model.toLowerCase().startsWith(`${brand.toLowerCase()} `) ? model : `${brand} ${model}`;

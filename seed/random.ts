const pairs = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));

/** Seeded random numbers: the same seed gives the same sequence on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0;
  }

  /** From 0 up to but not including 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends possible. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T; // the lists of the seed are never empty
  }

  /** One of the values, each as often as its weight says. */
  weighted<const T>(choices: readonly (readonly [T, number])[]): T {
    let sum = 0;
    for (const choice of choices) sum += choice[1];
    let left = this.next() * sum;
    for (const choice of choices) {
      left -= choice[1];
      if (left < 0) return choice[0];
    }
    return (choices[0] as readonly [T, number])[0];
  }

  /** A waiting time that is mostly short and now and then long. */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  digits(count: number): string {
    return String(this.int(0, 10 ** count - 1)).padStart(count, "0");
  }

  hex(count: number): string {
    let text = "";
    while (text.length < count) {
      const bits = Math.floor(this.next() * 4_294_967_296);
      text += `${pairs[bits >>> 24]}${pairs[(bits >>> 16) & 255]}${pairs[(bits >>> 8) & 255]}${pairs[bits & 255]}`;
    }
    return text.slice(0, count);
  }

  /** A UUID v7 of that moment. */
  id(at: number): string {
    const time = Math.floor(at).toString(16).padStart(12, "0");
    const tail = this.hex(19);
    const variant = "89ab"[Number.parseInt(tail[3] ?? "0", 16) & 3];
    return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(7, 19)}`;
  }
}

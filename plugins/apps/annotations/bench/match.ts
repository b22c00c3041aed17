/**
 * What comparing a message with the annotations of an app costs, besides its embedding, in time of the processor
 * (what else the machine does counts less):
 *
 *     node plugins/apps/annotations/bench/match.ts [annotations]
 */
import { type Matrix, nearest, normalised } from '#plugins/annotations/matrix.ts';

const ROUNDS = 50;
const count = Number(process.argv[2] ?? 10_000);

function randomVector(dimensions: number): Float32Array {
  return normalised(Array.from({ length: dimensions }, () => Math.random() - 0.5)) ?? new Float32Array(dimensions);
}

function randomMatrix(dimensions: number): Matrix {
  const values = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row += 1) values.set(randomVector(dimensions), row * dimensions);
  const ids = Array.from({ length: count }, (_, index) => `${index}`);
  return { ids, versions: ids.map(() => 1), dimensions, values };
}

for (const dimensions of [128, 1_024, 1_536, 3_072]) {
  const matrix = randomMatrix(dimensions);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const vector = randomVector(dimensions);
    const before = process.cpuUsage();
    await nearest(matrix, vector);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  times.sort((left, right) => left - right);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  const megabytes = (matrix.values.byteLength / 1024 / 1024).toFixed(1);
  process.stdout.write(
    `${count} annotations, ${dimensions} dimensions: median ${at(0.5)} ms, 95th ${at(0.95)} ms, ${megabytes} MB\n`,
  );
}

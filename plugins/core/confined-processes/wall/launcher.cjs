/**
 * Becomes another program behind a wall: plain JavaScript with as little as possible loaded, for it runs before every
 * confined process. Its argument is a `WallPlan` (`wall.ts`) as JSON; the program and its arguments follow.
 *
 * The wall is the kernel's, stays for good and holds for everything the process starts: no new privileges; Landlock, by which only the
 * plan's files can be opened; a filter of system calls (seccomp). What can't be had ends the process with a line on its
 * error stream, unless the plan does without.
 */
const { closeSync, fstatSync, openSync, readFileSync } = require('node:fs');

const [, , plan, program, ...args] = process.argv;
const { library, filter, readable, descriptors, address, canLack } = JSON.parse(plan);

// prctl(2), fcntl(2), open(2), mmap(2), landlock(7).
const setNoNewPrivs = 38;
const setSeccomp = 22;
const filterMode = 2;
const setDescriptorFlags = 2;
const pathOnly = 0x28_0000;
const readAndWrite = 3;
const newPagesHere = 0x10_0022;
const [createRuleset, addRule, restrictSelf] = [444, 445, 446];
const askVersion = 1;
const ruleOfPath = 1;
const execute = 1n;
const readFile = 4n;
const readFolder = 8n;
/** How many rights about files each version of Landlock knows. */
const knownRights = [13n, 14n, 15n, 15n, 16n];
/** TCP: binding and connecting; abstract Unix sockets and signals. */
const everything = 3n;
const pageBytes = 4096n;
/** Node would end where it finds the system's file and may not read it. */
const environment = ['OPENSSL_CONF=/none'];

try {
  become();
} catch (error) {
  process.stderr.write(`The wall around a process can't be built: ${error.message}\n`);
  process.exitCode = 1;
}

function become() {
  // Node and the libraries it is made of, before anything else is loaded.
  const mapped = mappedFiles();
  const system = loadSystem();
  check(system.prctl(setNoNewPrivs, 1n, 0n, 0n, 0n), 'privileges', system);
  for (const part of [() => closeFiles(system, mapped), () => filterCalls(system)]) {
    try {
      part();
    } catch (error) {
      if (!canLack) throw error;
    }
  }
  // Node has told the system to close with the next program what it was handed.
  for (let descriptor = 0; descriptor < descriptors; descriptor++) system.fcntl(descriptor, setDescriptorFlags, 0n);
  system.execve(system.name, [program, ...args, null], [...environment, null]);
  throw new Error(`${program} can't be started (error ${system.errno()})`);
}

function mappedFiles() {
  const lines = readFileSync('/proc/self/maps', 'latin1').split('\n');
  return new Set(lines.map((line) => line.slice(line.indexOf('/'))).filter((name) => name.startsWith('/')));
}

function loadSystem() {
  const koffi = require(library);
  const libc = koffi.load(null);
  const page = BigInt(address) & -pageBytes;
  const mmap = libc.func('int64 mmap(int64 at, int64 length, int protection, int flags, int file, int64 offset)');
  const found = mmap(page, 2n * pageBytes, readAndWrite, newPagesHere, -1, 0n);
  if (BigInt(found) !== page) throw new Error('no memory');
  const put = (at, bytes) => koffi.encode(at, 'uint8', bytes, bytes.length);
  const name = BigInt(address);
  put(name, Buffer.from(`${program}\0`));
  return {
    name,
    /** Where these bytes lie from now on. */
    keep(bytes) {
      const at = koffi.alloc('uint8', bytes.length);
      put(at, bytes);
      return at;
    },
    errno: () => koffi.errno(),
    syscall: libc.func('int64 syscall(int64 number, int64 a, int64 b, int64 c, int64 d)'),
    prctl: libc.func('int prctl(int option, int64 a, int64 b, int64 c, int64 d)'),
    fcntl: libc.func('int fcntl(int descriptor, int command, int64 value)'),
    execve: libc.func('int execve(int64 name, const char **arguments, const char **environment)'),
  };
}

function check(result, what, system) {
  if (result < 0) throw new Error(`${what} (error ${system.errno()})`);
  return result;
}

/** Nothing can be opened but what the plan and Node itself need, and that for reading only. */
function closeFiles(system, mapped) {
  const what = 'this kernel has no Landlock, or it is turned off';
  const version = check(Number(system.syscall(createRuleset, 0n, 0n, askVersion, 0n)), what, system);
  const handled = (1n << knownRights[Math.min(version, knownRights.length) - 1]) - 1n;
  const fields = [handled, ...(version >= 4 ? [everything] : []), ...(version >= 6 ? [everything] : [])];
  const attributes = Buffer.alloc(fields.length * 8);
  for (const [index, field] of fields.entries()) attributes.writeBigUInt64LE(field, index * 8);
  const size = BigInt(attributes.length);
  const rules = check(Number(system.syscall(createRuleset, system.keep(attributes), size, 0n, 0n)), what, system);
  for (const file of mapped) allow(system, rules, file, readFile | execute);
  for (const path of readable) allow(system, rules, path, readFile);
  check(system.syscall(restrictSelf, rules, 0n, 0n, 0n), what, system);
  closeSync(rules);
}

function allow(system, rules, path, right) {
  let file;
  try {
    file = openSync(path, pathOnly);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  const rule = Buffer.alloc(12);
  rule.writeBigUInt64LE(fstatSync(file).isDirectory() ? right | readFolder : right, 0);
  rule.writeInt32LE(file, 8);
  check(system.syscall(addRule, rules, ruleOfPath, system.keep(rule), 0n), path, system);
  closeSync(file);
}

function filterCalls(system) {
  if (filter === undefined) throw new Error(`it is not written for ${process.arch}`);
  const code = Buffer.from(filter.program, 'base64');
  const values = {
    'own process': process.pid,
    'name, low': Number(system.name & 0xffff_ffffn),
    'name, high': Number(system.name >> 32n),
  };
  for (const [name, places] of Object.entries(filter.places)) {
    for (const place of places) code.writeUInt32LE(values[name], place * 8 + 4);
  }
  const head = Buffer.alloc(16);
  head.writeUInt16LE(code.length / 8, 0);
  head.writeBigUInt64LE(system.keep(code), 8);
  const what = 'this kernel has no seccomp, or it is turned off';
  check(system.prctl(setSeccomp, filterMode, system.keep(head), 0n, 0n), what, system);
}

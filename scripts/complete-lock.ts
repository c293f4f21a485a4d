import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Packages with native code name one optional package per platform, and `npm ci` wants every one of them in the lock
 * file, also those it will never install here. A registry that does not carry all of them leaves them out, and the lock
 * is then refused. This adds the missing ones by name, version and platform: run it after `npm install`.
 */
interface Entry {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const systems = new Set(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'])
const processors = new Set(['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'])

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const missing = Object.entries(lock.packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`])
    .map(([name, version]) => [`node_modules/${name}`, platformEntry(name, version, dev)] as const),
)

function platformEntry(name: string, version: string, dev: boolean | undefined): Entry {
  const words = name.replace('windows', 'win32').split(/[/_-]/)
  const os = words.filter((word) => systems.has(word))
  const cpu = words.filter((word) => processors.has(word))
  return {
    version: version.replace(/^[~^]/, ''),
    ...(dev && { dev }),
    optional: true,
    ...(cpu.length > 0 && { cpu }),
    ...(words.includes('musl') && { libc: ['musl'] }),
    ...(os.length > 0 && { os }),
  }
}

const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) }).toSorted(([a], [b]) =>
  a < b ? -1 : 1,
)
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
process.stdout.write(`${missing.length} packages of other platforms added\n`)

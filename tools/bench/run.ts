import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Every benchmark by its name: `npm run bench -- growth`. Without a name it measures the cost of a request. */
const benchmarks: Record<string, string> = {
  requests: 'requests.ts',
  'decode-billets': 'decode-billets.ts',
  deliveries: 'deliveries.ts',
  endurance: 'endurance.ts',
  'import-transactions': 'import-transactions.ts',
  growth: 'growth.ts',
  'keep-file': 'keep-file.ts',
}

const [first, ...others] = process.argv.slice(2)
const [name, options] = !first || first.startsWith('-') ? ['requests', process.argv.slice(2)] : [first, others]
const file = benchmarks[name]
if (!file) {
  process.stderr.write(`Name a benchmark: ${Object.keys(benchmarks).join(', ')}\n`)
  process.exit(1)
}
const program = fileURLToPath(new URL(file, import.meta.url))
const running = spawn(process.execPath, [program, ...options], { stdio: 'inherit' })
running.once('exit', (code) => process.exit(code ?? 1))
// A signal is passed on to the benchmark, which first stops its servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void running.kill(signal))

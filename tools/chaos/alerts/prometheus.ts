import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@eclusa/simulators/free-port.ts'

const PROGRAM = '/usr/bin/prometheus'
const POLL_MS = 250
/** Two evaluations. */
const SETTLE_MS = 2_000

type Labels = Record<string, string>

/** A Prometheus that scrapes every second, and the state of its alerts. */
export interface Prometheus {
  /** Whether this alert fires now, with these labels. */
  fires(name: string, labels?: Labels): boolean
  /** The names of all alerts that fired since the last call. */
  heard(): string[]
  stop(): Promise<void>
}

interface FiringAlert {
  state: 'pending' | 'firing'
  labels: Labels & { alertname: string }
}

/** `targets` by scrape job. */
export async function startPrometheus(rules: string, targets: Record<string, string>): Promise<Prometheus> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not here: on Debian, apt-get install prometheus`)
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-prometheus-'))
  const file = (name: string) => join(folder, name)
  await writeFile(file('rules.yaml'), rules)
  const scraped = Object.entries(targets).map(([job_name, target]) => ({
    job_name,
    static_configs: [{ targets: [target] }],
  }))
  const config = {
    global: {
      scrape_interval: '1s',
      scrape_timeout: '1s',
      evaluation_interval: '1s',
      external_labels: { eclusa_url: 'https://pay.bank.example' },
    },
    rule_files: [file('rules.yaml')],
    scrape_configs: scraped,
  }
  await writeFile(file('prometheus.yml'), JSON.stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    PROGRAM,
    [
      `--config.file=${file('prometheus.yml')}`,
      `--storage.tsdb.path=${file('data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)

  let told: FiringAlert[] = []
  const heard = new Set<string>()
  const over = new AbortController()
  const ask = async <Data>(path: string): Promise<Data | undefined> => {
    const answer = await fetch(`http://${address}/api/v1/${path}`).catch(() => undefined)
    return answer?.ok ? ((await answer.json()) as { data: Data }).data : undefined
  }
  const listen = async () => {
    told = (await ask<{ alerts: FiringAlert[] }>('alerts'))?.alerts ?? told
    for (const { state, labels } of told) if (state === 'firing') heard.add(labels.alertname)
  }
  const everybodyUp = `query?query=${encodeURIComponent('up == 1')}`
  while ((await ask<{ result: unknown[] }>(everybodyUp))?.result.length !== scraped.length) {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`)
    await pause(POLL_MS)
  }
  // Alerts from before the first complete scrape are ignored.
  await pause(SETTLE_MS)
  const watching = (async () => {
    for (; !over.signal.aborted; await pause(POLL_MS)) await listen()
  })()

  return {
    fires: (name, wanted = {}) =>
      told.some(
        ({ state, labels }) =>
          state === 'firing' &&
          labels.alertname === name &&
          Object.entries(wanted).every(([label, value]) => labels[label] === value),
      ),
    heard() {
      const names = [...heard].toSorted()
      heard.clear()
      return names
    },
    async stop() {
      over.abort()
      await watching
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      process.off('exit', end)
      await rm(folder, { recursive: true })
    },
  }
}

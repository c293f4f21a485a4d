import fastify from 'fastify'
import pg from 'pg'
import type { FloorStatement, Slot } from './baseline.ts'

/**
 * The minimum of a web server for a read: one route, one select, no authentication. In a process of its own, with the
 * gateway's paths. Its login bypasses row-level security.
 */
export interface BareRoutes {
  url: string
  options: string
  caller: Record<string, string>
  routes: { path: string; answer: 'record' | 'list'; select: FloorStatement }[]
}

const POOL_SIZE = 10
/** Timestamps are passed on as text: making a Date of each would be more than the minimum. */
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text)

async function serve({ url, options, caller, routes }: BareRoutes): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, options })
  const app = fastify()
  for (const [n, { path, answer, select }] of routes.entries()) {
    app.get(path, async (request) => {
      const known = { ...caller, ...(request.params as Record<string, string>) }
      const values = select.slots.map((slot) => valueOf(slot, known))
      const { rows } = await pool.query({ name: `select_${n}`, text: select.text, values })
      return answer === 'list' ? { data: rows as unknown[] } : (rows[0] as unknown)
    })
  }
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

const valueOf = (slot: Slot, known: Record<string, string>) => (slot.is === 'constant' ? slot.value : known[slot.is])

process.on('message', (routes: BareRoutes) => void serve(routes).then((port) => process.send!(port)))
process.once('disconnect', () => process.exit())

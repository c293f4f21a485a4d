/**
 * Preloaded into a process of the gateway (`node --import`): its time runs as fast as the clock of its DICT, so a drill
 * about hours takes minutes. Only reading the time is changed; timers are not.
 */
const { since, offsetMs, speed } = JSON.parse(process.env['DRILL_CLOCK']!) as {
  since: number
  offsetMs: number
  speed: number
}

const World = Date
const nowMs = () => {
  const worldMs = World.now()
  return worldMs + (worldMs - since) * (speed - 1) + offsetMs
}

class FastDate extends World {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(nowMs())
    else super(...given)
  }

  static override now = nowMs
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof World
  }
}

globalThis.Date = FastDate as DateConstructor

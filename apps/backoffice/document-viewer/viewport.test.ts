import { describe, expect, it } from 'vitest'
import { filmTime } from './video-time.ts'
import { fitting, moved, turned, whole, zoomed } from './viewport.ts'

const frame = { width: 400, height: 300 }

describe('the view of a document', () => {
  it.each([
    [{ width: 800, height: 300 }, 0, 0.5],
    [{ width: 800, height: 300 }, 1, 0.375],
    [{ width: 100, height: 100 }, 0, 3],
    [{ width: 0, height: 0 }, 0, 1],
  ])('%j turned %i times fits at %f of its size', (own, turns, scale) => {
    expect(fitting(own, frame, { ...whole, turns })).toBe(scale)
  })

  it('the point under the pointer stays there at any zoom', () => {
    const at = { x: 120, y: -40 }
    // The point under the pointer, from the document's centre and at its fitted size.
    const under = (look: typeof whole) => [(at.x - look.x) / look.zoom, (at.y - look.y) / look.zoom]
    const larger = zoomed(zoomed(whole, 2, at), 1.5, at)
    expect(larger.zoom).toBe(3)
    expect(under(larger)).toEqual(under(whole))
  })

  it('is never smaller than the whole of it, centred, nor larger than twelve times', () => {
    expect(zoomed(zoomed(whole, 4, { x: 50, y: 50 }), 0.01)).toEqual(whole)
    expect(zoomed(whole, 1_000).zoom).toBe(12)
  })

  it('cannot be moved beyond its edge', () => {
    expect(moved(whole, 90, 90, frame)).toEqual(whole)
    expect(moved({ ...whole, zoom: 2 }, 9_000, -9_000, frame)).toMatchObject({ x: 300, y: -225 })
  })

  it('is whole again when it is turned, and itself after four turns', () => {
    expect(turned({ zoom: 3, turns: 0, x: 9, y: 9 })).toEqual({ ...whole, turns: 1 })
    expect(turned(turned(turned(turned(whole))))).toEqual(whole)
  })

  it.each([
    [0, '0:00.000'],
    [1.2333, '0:01.233'],
    [59.9996, '1:00.000'],
    [125.05, '2:05.050'],
  ])('%f seconds are shown as %s', (seconds, said) => expect(filmTime(seconds)).toBe(said))
})

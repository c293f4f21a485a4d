/**
 * Layout check in the page: wider than the screen, a text clipped without a scrollbar or title, or two overlapping texts. On
 * a wide screen no table may scroll sideways. It runs in the page, so it imports nothing.
 */
globalThis.cutInPage = () => {
  const SLACK_PX = 2
  const root = document.documentElement
  const found = []
  if (root.scrollWidth > root.clientWidth) found.push(`wider than the screen: ${root.scrollWidth}`)

  const short = (text) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)
  const upwards = function* (from) {
    for (let at = from; at && at !== root; at = at.parentElement) yield at
  }
  const isMoved = (overflow) => overflow === 'auto' || overflow === 'scroll'
  const isClosed = (overflow) => overflow === 'hidden' || overflow === 'clip'

  const texts = []

  /** The visible area of a text, and whether an edge clips some of it. */
  function seen(element, rect) {
    const box = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom }
    let [across, down] = [true, true]
    let cut = false
    const named = element.closest('[title]') !== null
    for (const at of upwards(element)) {
      const style = getComputedStyle(at)
      if (at !== element || style.display !== 'inline') {
        const edge = at.getBoundingClientRect()
        const [left, right] = [edge.left + at.clientLeft, edge.left + at.clientLeft + at.clientWidth]
        const [top, bottom] = [edge.top + at.clientTop, edge.top + at.clientTop + at.clientHeight]
        if (style.overflowX !== 'visible') {
          const over = rect.left < left - SLACK_PX || rect.right > right + SLACK_PX
          if (over && across && isClosed(style.overflowX) && !named) cut = true
          if (isMoved(style.overflowX)) across = false
          box.left = Math.max(box.left, left)
          box.right = Math.min(box.right, right)
        }
        if (style.overflowY !== 'visible') {
          const over = rect.top < top - SLACK_PX || rect.bottom > bottom + SLACK_PX
          if (over && down && isClosed(style.overflowY) && !named) cut = true
          if (isMoved(style.overflowY)) down = false
          box.top = Math.max(box.top, top)
          box.bottom = Math.min(box.bottom, bottom)
        }
      }
      if (style.position === 'fixed') break
    }
    return { box, cut }
  }

  const layerOf = (element) => {
    for (const at of upwards(element))
      if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(at).position)) return at
    return root
  }

  // Content that is rendered only near the viewport has no position yet.
  const seenAtAll = { contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = short(node.textContent ?? '')
    const element = node.parentElement
    if (words === '' || !element.checkVisibility(seenAtAll)) continue
    // Visually hidden text; or text placed by a graph layout, which is checked by eye.
    if (element.closest('.said, .react-flow, option, script, style, title')) continue
    if ([...upwards(element)].some((at) => getComputedStyle(at).clipPath !== 'none')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = []
    let isCut = false
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue
      const { box, cut } = seen(element, rect)
      isCut ||= cut
      if (box.right - box.left > SLACK_PX && box.bottom - box.top > SLACK_PX) boxes.push(box)
    }
    if (isCut) found.push(`cut: ${words}`)
    if (boxes.length > 0) texts.push({ words, layer: layerOf(element), boxes })
  }

  const over = (one, other) =>
    one.boxes.some((a) =>
      other.boxes.some(
        (b) =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK_PX &&
          // Consecutive lines overlap only in their empty space.
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5,
      ),
    )
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1))
      if (one.layer === other.layer && over(one, other)) found.push(`on each other: ${one.words} | ${other.words}`)
  })

  if (root.clientWidth >= 1280)
    for (const table of document.querySelectorAll('table')) {
      const room = table.parentElement
      if (table.checkVisibility() && table.scrollWidth > room.clientWidth + SLACK_PX)
        found.push(`to be moved sideways: ${short(room.getAttribute('aria-label') ?? table.textContent ?? '')}`)
    }
  return [...new Set(found)]
}

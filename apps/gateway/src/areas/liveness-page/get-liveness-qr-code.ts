import qrcode from 'qrcode-generator'
import { findOpened, type PageRoute, runForAddress } from './page-route.ts'

/** Returns the address as a QR code, with which a person moves from a computer to a phone. */
export const drawLivenessCode: PageRoute = {
  name: 'drawLivenessCode',
  method: 'GET',
  path: '/qr.svg',
  async work(call, services) {
    if (!(await runForAddress(services, call, (tx) => findOpened(tx, call.key)))) return undefined
    const { request, reply, key } = call
    const url = new URL(services.livenessAddresses.urlOf(key), `${request.protocol}://${request.host}`)
    return reply.type('image/svg+xml').send(renderQrCode(url.href))
  },
}

/** The quiet zone around the code, in modules, that the QR standard requires. */
const MARGIN = 4

/** Renders a QR code as one SVG path. */
function renderQrCode(text: string): string {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const dark: string[] = []
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) dark.push(`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`)
  const side = count + 2 * MARGIN
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${dark.join('')}"/></svg>`
}

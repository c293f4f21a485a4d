import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A webhook receiver that responds and counts, in a process of its own. Sends its address to its parent, and the count on
 * request.
 */
let heard = 0
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    heard += 1
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bench`))
process.on('message', () => process.send!(heard))
process.once('disconnect', () => process.exit())

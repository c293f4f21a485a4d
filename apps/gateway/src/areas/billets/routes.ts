import { decodeV1 } from './decode.v1.ts'
import { decodeV2 } from './decode.v2.ts'
import { getDecode } from './get-decode.ts'

export const billetRoutes = [decodeV1, decodeV2, getDecode]

import type { TestGateway } from './gateway.ts'

/** A request that works, for a decision of the desk: on records that are made for it. */
type DeskExample = (gateway: TestGateway) => Promise<{ url: string; body: Record<string, unknown> }>

const because = { reason: 'agreed with the client' }

export const deskExamples: Record<string, DeskExample> = {
  async activateUser(gateway) {
    const { user_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/activate`, body: because }
  },
  async deactivateUser(gateway) {
    const { user_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/deactivate`, body: because }
  },
  async addTarget(gateway) {
    const [{ product_id }, { user_id }] = [await gateway.user(), await gateway.user()]
    return { url: `/v1/products/${product_id}/users`, body: { user_id, ...because } }
  },
  async removeTarget(gateway) {
    const { product_id, user_id } = await gateway.acting(await gateway.user())
    return { url: `/v1/products/${product_id}/users/${user_id}/remove`, body: because }
  },
  async deactivateProduct(gateway) {
    const { product_id } = await gateway.user()
    return { url: `/v1/products/${product_id}/deactivate`, body: because }
  },
  async deactivateWallet(gateway) {
    const { user_id, wallet_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/wallets/${wallet_id}/deactivate`, body: because }
  },
  async createKey(gateway) {
    const { user_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/keys`, body: { name: 'production', ...because } }
  },
  async rotateKey(gateway) {
    const { key_id } = await gateway.apiKey(await gateway.user())
    return { url: `/v1/keys/${key_id}/rotate`, body: because }
  },
  async allowNetwork(gateway) {
    const { user_id } = await gateway.user()
    const network = { network: '10.20.0.0/16', first_port: 8443, last_port: 8443 }
    return { url: `/v1/users/${user_id}/webhooks/networks`, body: { ...network, ...because } }
  },
}

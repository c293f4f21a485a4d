import { words } from './language.ts'

/** What can be proposed, by the names the contract has for it: as the thing that it is, whether it is done or not. */
export const decisions = words({
  'pt-BR': {
    judgeClient: 'Decisão sobre um cliente',
    judgeAccount: 'Decisão sobre uma conta',
    reviewOnboardingStep: 'Decisão de uma etapa de cadastro',
    judgeInfraction: 'Decisão de uma infração',
    registerFraudMarker: 'Marcação de fraude',
    withdrawFraudMarker: 'Cancelamento de marcação de fraude',
    activateUser: 'Ativação de um usuário',
    deactivateUser: 'Desativação de um usuário',
    deactivateProduct: 'Desativação de um produto',
    addTarget: 'Inclusão de um usuário num produto',
    removeTarget: 'Retirada de um usuário de um produto',
    deactivateWallet: 'Desativação de uma carteira',
    createKey: 'Nova chave',
    rotateKey: 'Troca de chave',
    allowNetwork: 'Permissão de uma rede',
  },
  'en-US': {
    judgeClient: 'Decision about a client',
    judgeAccount: 'Decision about an account',
    reviewOnboardingStep: 'Decision of an onboarding step',
    judgeInfraction: 'Decision of an infraction',
    registerFraudMarker: 'Fraud marker',
    withdrawFraudMarker: 'Withdrawal of a fraud marker',
    activateUser: 'Activation of a user',
    deactivateUser: 'Deactivation of a user',
    deactivateProduct: 'Deactivation of a product',
    addTarget: 'A user joins a product',
    removeTarget: 'A user leaves a product',
    deactivateWallet: 'Deactivation of a wallet',
    createKey: 'New key',
    rotateKey: 'Rotation of a key',
    allowNetwork: 'Permission of a network',
  },
})

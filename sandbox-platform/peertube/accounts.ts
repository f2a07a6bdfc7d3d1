interface Account {
  username: string;
  password: string;
  /** The code of the second factor, if the account has one. */
  otp?: string;
  channels: readonly { id: number; name: string; displayName: string }[];
}

/** Test accounts of the instance. The last one has no channel. */
export const accounts: readonly Account[] = [
  {
    username: "mira",
    password: "sandbox-mira",
    channels: [
      { id: 11, name: "mira_cooks", displayName: "Mira Cooks Slowly" },
      { id: 12, name: "balcony_harvest", displayName: "Balcony Harvest" },
    ],
  },
  {
    username: "teo",
    password: "sandbox-teo",
    otp: "123456",
    channels: [{ id: 21, name: "teo_workshop", displayName: "Teo's Workshop" }],
  },
  { username: "pim", password: "sandbox-pim", channels: [] },
];

export type { Account };

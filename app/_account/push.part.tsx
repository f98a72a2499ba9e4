"use client";

import { Switch } from "@mantine/core";
import { useEffect, useState } from "react";
import { attempt } from "@/components/kit/attempt";
import {
  browserName,
  canPush,
  isSubscribed,
  pushApp,
  subscribe,
  unsubscribe,
} from "@/components/kit/push/browser-push";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import styles from "./account.module.css";
import { deviceName } from "./device-name";

/** What this browser says of itself, which the server cannot know when the page is drawn. */
interface Here {
  name: string | undefined;
  can: boolean;
  isSubscribed: boolean;
}

function PushSwitch({ name, publicKey, isOn }: { name: string; publicKey: string; isOn: boolean }) {
  const { email } = useViewer();
  const utils = trpc.useUtils();
  const store = trpc.profile.storeDevice.useMutation();
  const remove = trpc.profile.removeDevice.useMutation();
  const [shown, setShown] = useState(isOn);
  const [isBusy, setBusy] = useState(false);
  const device = { keyPlatformTech: pushApp, mobileDeviceId: name };
  const switchOn = async () => {
    const token = await subscribe(publicKey, name);
    if (token === undefined) {
      notify(t("This browser was told not to show notifications. Allow them in its settings first."), { tone: "bad" });
      setShown(false);
      return;
    }
    await store.mutateAsync({ ...device, email, token, os: 3, model: deviceName(navigator.userAgent) ?? null });
    notify(t("This browser shows your notifications now"));
  };
  const switchOff = async () => {
    await Promise.all([remove.mutateAsync(device), unsubscribe()]);
    notify(t("This browser shows no notifications any more"));
  };
  const change = async (next: boolean) => {
    setBusy(true);
    setShown(next);
    if (!(await attempt(next ? switchOn : switchOff))) setShown(!next);
    await utils.profile.push.invalidate();
    setBusy(false);
  };
  return (
    <Switch
      label={t("Show notifications in this browser")}
      checked={shown}
      disabled={isBusy}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

/**
 * Pushes to this browser, also while none of our pages is open; they end with the session. Nothing where the browser
 * cannot take any, or the server has no key.
 */
export function PushSection() {
  const [here, setHere] = useState<Here>();
  useEffect(() => {
    const can = canPush();
    void (async () => setHere({ can, name: browserName(), isSubscribed: can && (await isSubscribed()) }))();
  }, []);
  const name = here?.name ?? "";
  const push = trpc.profile.push.useQuery(
    { keyPlatformTech: pushApp, mobileDeviceId: name },
    { enabled: here?.can === true && name !== "" },
  );
  const { data } = push;
  if (!here || !data || data.publicKey === null) return null;
  return (
    <Section title="Notifications in this browser">
      <p className={styles.help}>{t("They appear while no page of ours is open, too. Signing out here ends them.")}</p>
      <PushSwitch name={name} publicKey={data.publicKey} isOn={data.isOn && here.isSubscribed} />
    </Section>
  );
}

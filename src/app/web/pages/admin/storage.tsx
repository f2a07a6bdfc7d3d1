import { StorageScreen } from "#modules/operators/web/public/storage-screen.tsx";

export default function AdminStoragePage() {
  return <StorageScreen />;
}

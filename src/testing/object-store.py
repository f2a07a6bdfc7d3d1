"""
One OpenStack Swift with its S3 API, for tests: account, container, object and proxy server in one process, everything
below the folder that is its first argument. Prints its address as one line of JSON and ends when its standard input does.
"""

import json
import os
import sys
import threading

import eventlet
import eventlet.wsgi
from swift.common import utils

utils.eventlet_monkey_patch()
utils.HASH_PATH_PREFIX = utils.HASH_PATH_SUFFIX = b"test"

from swift.account.server import AccountController
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

ACCESS_KEY, SECRET_KEY = "test:tester", "testing"
# With the same secret, and no permission for any bucket.
GUEST_KEY = "test:guest"

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_address = /nonexistent
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth bulk slo dlo copy proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
auth_pipeline_check = true
max_upload_part_num = 10000
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = {secret} .admin
user_test_guest = {secret}
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:copy]
use = egg:swift#copy
"""


class Memory:
    """What memcached would remember, in this process."""

    def __init__(self):
        self.kept = {}

    def get(self, key, *_args, **_options):
        return self.kept.get(key)

    def set(self, key, value, *_args, **_options):
        # As memcached keeps it: a copy, tuples turned into lists.
        self.kept[key] = json.loads(json.dumps(value))

    def incr(self, key, delta=1, *_args, **_options):
        self.kept[key] = max(0, int(self.kept.get(key) or 0) + delta)
        return self.kept[key]

    def decr(self, key, delta=1, *_args, **_options):
        return self.incr(key, -delta)

    def delete(self, key, *_args, **_options):
        self.kept.pop(key, None)


def serve(app, listening):
    eventlet.spawn(
        eventlet.wsgi.server,
        listening,
        app,
        protocol=SwiftHttpProtocol,
        log=utils.NullLogger(),
        log_output=False,
        capitalize_response_headers=False,
    )


def start_backend(folder, name, controller):
    """Serves one of the three kinds of server and writes the ring by which the proxy finds it."""
    listening = eventlet.listen(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    settings = {
        "devices": os.path.join(folder, "devices"),
        "mount_check": "false",
        "swift_dir": folder,
        "fallocate_reserve": "0",
        "recon_cache_path": folder,
        "bind_ip": "127.0.0.1",
        "bind_port": str(port),
        "log_address": "/nonexistent",
    }
    serve(controller(settings), listening)
    builder = RingBuilder(4, 1, 0)
    place = {"ip": "127.0.0.1", "port": port, "replication_ip": "127.0.0.1", "replication_port": port}
    builder.add_dev({"region": 1, "zone": 1, "weight": 1, "device": "one", "meta": "", **place})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))


def main(folder):
    os.makedirs(os.path.join(folder, "devices", "one"))
    # Test data may die with the machine.
    os.fsync = os.fdatasync = lambda _file: None
    start_backend(folder, "account", AccountController)
    start_backend(folder, "container", ContainerController)
    start_backend(folder, "object", ObjectController)
    settings = os.path.join(folder, "proxy-server.conf")
    with open(settings, "w", encoding="utf8") as file:
        file.write(PROXY.format(folder=folder, secret=SECRET_KEY))
    proxy, memory = loadapp(settings), Memory()

    def with_memory(environ, start_response):
        environ["swift.cache"] = memory
        return proxy(environ, start_response)

    listening = eventlet.listen(("127.0.0.1", 0))
    serve(with_memory, listening)
    port = listening.getsockname()[1]
    keys = {"accessKeyId": ACCESS_KEY, "guestAccessKeyId": GUEST_KEY, "secretAccessKey": SECRET_KEY}
    address = {"endpoint": f"http://127.0.0.1:{port}", **keys}
    print(json.dumps(address), flush=True)
    eventlet.tpool.execute(sys.stdin.read)


main(sys.argv[1])

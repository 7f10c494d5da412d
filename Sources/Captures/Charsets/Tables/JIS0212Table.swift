// Written by tools/dev/tables/charsets.

extension CharsetTable {
    /// 8836 characters.
    static let jis0212 = CharsetTable(
        packed: """
            H4sIAAAAAAACA+1Y26umVRnfa61nnd73O+y9x9EZG8MTFkxSGWGhYCIECUUEdSOB3RTRhSQSUheCWBiIERRSUeFd0eEPyCu7UKnowm5ExB\
            MZUYQz5mHcfvO9/X6/9W4cKnXUOer77D17vm+9az3rOf6e53k3Nk4d+eGo3zjqh5VtrF5dHY7v8DBsXPjEhY9vTHQKKPDPKqwC/+x+H/gz\
            HOu61yI79ssrJ37/26K148+AX3wc/jf6ht2/o75viobx4DCyGHms3bg6OC0d+xT/De3W9nF8oP/Gr+vX576hC/SN/78Z7hvHcJ/otNBn3t\
            7x4TSIPJxNwr7zRDy5Og8n14LDCeF2+cPvsnAZXuPG4XgkeJ0id9JUG87O6J/ojS01HPt97C5OpBWH/7swnO1mm4Q8BVdPyTwlyWmUdpji\
            8DSqPryzYm84fVKeGEsOZ0QUDWdpmL9rIOQtxPlJnFyGM92Tw1tNxmHqmN6ieYcTsvlt0QMfP7mqDmdcWAxnfSANxwFyw1ljmxsnbJhooo\
            kmmuhspUeePXyRPfyB4Y7L3LfGpXvj/muP6+zvDg3xlttv/sdkxVNB3/HOXfiFu265+4LPf+/r+P5r59x7Hrj6xX79zHuveOPjOL1L3h1+\
            4/2fO3b/vSdVsweuP3TZo1f8+dr1/dff/c3ffvnWi//r+d8OPnFl52O3rv43N9x15z3+TXG/f7D1J/74Ebt/fZ23+66z+4YwfHa1Sn8/4G\
            1tv8Q396Ud25n5YOti67s89h+9bfXd2/AUO9L6Vmz5/ld+ulNWOzfZevXzr/5kja3fbtyfwu6LwP3J9aXeHr3UHsXmD4P7Y+/3T11kD+Hb\
            0x86+Cr3X5H747etfnHjLvd7sOXmY7jf6W/F1jumeD+d5L3LaW7OQnAu9i6ErvocXe8sLapL210371x0LmXvfVGOxOASdvu94YN/waIP3i\
            csJ3zMhm0hYVvAj3fmuAHf+HFP5Me2ih/nQ2d+4Tt+DiGQk+GUcxbBxfmeXAyrWNENgdvcHz6JZ2ZOLKJTupfoqh6GyP14SqkoUzSDvGL7\
            1/dmCRCtycXVWqLRBtHviy6HDt+6ns8CFKaIyULFXaFzYU6xu4SLcrUZPlOyWKpz2ePeLOVko+ISxYM+3luAKBGX0mRGS9SQcc7HIKNJD+\
            zBmnXDwsOM2cUcIWXiMYM5wUPsQuxwiAeTW8y3coZVIqRYQFy/pCJSmgrQCOAQZKHA5+CfIcR2h7v4DVxplrwXetPDhkVYEGoE/u73o9Uh\
            3czVOAdPikFvYJ/leQX3INzMeyw0R/umNz7HTkdpAheW5Fzl3awQAG/L2chr5Wah2dK5uuOrQ7xBbIvkQzHxEH9g5oSfuCnpGlq7FlDB1y\
            IL4fPz25Q3dtAuFZoXDoiME0evP3LQLYIYxZxoSwcxIdqmaVXCQ7RMJUNx20cSfEDNDKGZu23YCbsuf8ywK8uXBuMkae4LLcTFJS/1JbZE\
            wMdIpgHpRdNlWaha4bc+Mk9COIf3WqwIX8oV5jEwJRjhMUpFZAUio/eGyMh0WV5e8AwEs9LXziUrXXLzZg0zhcs2WTNdEXYzT7u7tMTNyz\
            4z3xUswV3CYKIjoCFugvURYD0ZBCs4vcSlO+eB0xxBuf8I1ruALKGi81U5vJdXphCq/BQV/vCty4bQdR10Wnf8snSIVtgB6i92ulDn8eXC\
            0PVd8+VmH86hY8GiQ5CkIdA72ed0HoRLfaCMDFmo7KMiAtciO5ANoSgmguvhOoRItJcLI20WhBBUKrSMFC6Z7wNcw0yKNXlYA7ABDslSN3\
            djzsJd0AOssRyoEI9yCTeHeaCxZFg3BjzcGSmiL3DxXj9LSdlFFaJCT44IQFhsQsi0NIh+hXDYxj1wEIPK+4XR34msoGmpyJOwic3nQmoe\
            jh28t1l8UTp4RskWxQQ4uIYwciZCQgkuJIS6FAEZjmsXhBSGFrwSmeEIf4awEcAdgyAWPzMaK41ZhtDKnlcie32DfMtwU9SVFHsuUIgMPd\
            4f27UM/hgqTQt4BKBnW8JnsWArBIepXA9P4BhCe4uMmKfGX8S3QFu4QGBL60rzx6O1lZAf3+Tc9gu+O0Ifr5bE0CwnGXEmyeBQImar8PSs\
            R1VDvPitHgAHZxV4HtUhwVBUB9UMZ6Hv1Q8K45CIIQIbzN3we7CpgwoNnAvreCgUNoVX1FWFb0HEgw0heu2CsJ7lqIQWc0qtGuQwdz5xIg\
            dku7WCSi4Fe+a8qZWuAqlqgMY9Mgu8caWfIfcReEacMfJidVRYVvBDeDCdAB9YS4yfwMoUBtYBbM7IWma3AAeKIqwTAwTmZ13A1TFkYhUk\
            Cdsm+ymCS4sJFGuUObCB3YhGTPfMMDbBm7NehsTnpUzhmMdwOfNli2E91kcCP5+a32QWgcnMuWsexD0h7MtcL26WYids38Yq812IIqbBEu\
            uS2fkWe9bFQn0UrUEgH/viN1NibQxMRqYEg+iAdz0bFDCp+Nczm5kzhy9WNVLDkmyLoRvUsOBgFCLCWIB9emDTgGWs5LwqdRWFRpWbUVAh\
            yaFziVjwuqEkU6KaecmeprqVc6tTQQtL31O9rNZCvQC7qy2oGFG1omergaNEy0wgPKDM7YjakciKuxwqpfoqpmMMcioFw8NY5ry2g6sYPT\
            ktGCwmo1MlwTeUY2FEtdEq1fQqG8nLLa4wDhVh3O1U3nSJ2gQGIr/3zo91GPGeq2y7SyWrB4QDYmLw8SQMQ5+kZlcf3Fjlg/LAWxVmcCOz\
            12KiEWam9o7ZrIzDHyRdRLQsVHC40qvUJ/iedoMWaArpSDLzJStRVKDH9oF3qMeABIsXW0vSGQ7TtGGOGltaEzeOhmHTVFfZObD9ZCqmts\
            RV3holGcKD+U+olmVCUHiiRiLdmS8R7oI9rdLXQZDHrKDiHY+FmbUy7GdKcet8a0tsZjP4t64IsK1VLmo4WYi8W7wk5C1u/iLP5aSDjrBE\
            uPBjEyTwYCrAJgi02FooF5V7eMYsR2X0qrUMEcADcw6LllhJVCWCRHT0l9ooqFlgfd+wLqCrqpl6d1A/dHOVP1xY571Z6xOZHrRLzn1rJ3\
            B0jntVWCNDp9V8GJpNArbOEYOCpFYU1PJhXKaIUag9s37VqpZs4gUvgakJKE9dUmbH0DoU+i1U8F4QH72SDY5BJFE8wqJXH4U8SGVMhNb+\
            sgksPKsc1IXVv+9pZYn8sihERSdkgB0B4yx/nChQeRnUISqBqPPPBi9IQMdSBEQszIBEJ4SIrLHYmAtzO0FD+shrO/YreiFVVtfFIu7aEG\
            AHUHHNZsh9AvjcLWOzV5lLb0pR2I+y2YlsBCqep1ipDCC4Wz5Py0P3gKjzefOI50BCi4QGeC21FaxRCQkLV7kLgcKeCY5tEwFBSuOda7OI\
            a5hFdMldjJTas3hriMS/Tz2oYywfbJ6VVklFcn+J0i4LIDxB14dtzl+EifqNH6JGCgLZiPzg9m7WZpHmOw2FSQ0kLAoz1KLsaGuRDXDt1U\
            TFqx5i38iGe6YWbxwpa5a7WdgbJmSjkL6NdYFW5H1zObRFWnjiIDip0aDn6TLX2raEffQEsrrZREwjO1MX9vBuRrZQsJ3BRTNmibrTe2/2\
            7MUENAwRbKbpcpurfelZpZA1tey+2eIpqWuCqaqg4RBDYSQTC3kURKKjeNmNEc/g5XgbW9a1mq36UYqP+4SrqLhB9V6DdglVkdwBUuRQsE\
            6MVqEjz8IWzMLIvZqO0RJz/mCCoqrTDvvIbG6KjcBkYu6rdNNXbELamEkgFqyZX7RRWphvKvvI29jwOKrhpSiwuxoiNj6YlN0/Lwk5CjKo\
            QHx+K3ZV08QImTj0I/Dn6w+Nsni0UnPCeRkZwjAhfJS9rqc3MxsuDtrMN9bUVKNdD+tvBfZvREwO9u2FR2ug+fKF3TFS7E8fRZjRqwgYGZ\
            ReHMODjV1sPa4Kq1M/nrJAmmKw4sSWZEjcMksS7N97qAUDKLX3A9YgMtDlpQExNnxM88qSBhrbd8eJA5BPEwMLbRbmLr1Cpdi5lyURga9X\
            ZhI/ttcxjrMjYmv5HMcYN291N/3r0hfgo06J4clOeYNuXkDZoIljArBvLJaJ/Q8na8KkU8h4G2c4TcQo24KWpOHKjY14aFODWkKWRY0wSb\
            3HeKdeI1FEtXwmkFWfpw1V7Xr0jSvLwfjSyu3Oj65hSgMg2ZPtOaONOZcbXLDLxPNNve/g3ab2KrQiIo2aO0Jog75nq+bs2X1h97aUBCpu\
            e60j/G2eK0vXqsQ6UZIqcI2N9fbwAkKHAb6UoVm+cBtLfevxGvxeKb1TbOjmjLMXanPKY8MTSzTlJafgvFmevIxB2CVgJuTYoizACHRf2a\
            SGKzCU2i0qPmsTGpuAXSuNNmn1QAnrX0kIFYbOPKDYcBrjCy7NzP7Q/sQyo9NFheYamU04BjzYKwew/3athRYuWWrttWvzVnRpfNN4FUpG\
            J/hBSCTOQJyudkdNo5PYNYspx1HnlztB7SlM9+nRb228CpKzIY7Tu86G/q3ncOOMo7hkEMnpPVuQVgPbGyunN6F67TKaB2mmck67ig3Osu\
            ePbMf1Kq+FUbWWaL61f46v0JL59nardbj8ktxzy6NJc/rXZtFvv7TUZVuqJL4eISpW19ugCxXrUfZtqVQrR0xTj++6cc6NmvsBQ7MjsbXT\
            cN4Xx5YFoma9ZmgTqdtC09dFJSp9A7xKaRzk9arJ1FC2tG8mmY19aOfaSxUE73Y7wbdx/obpXf1EE0000UQTTTTRRBNNNNFEE0000UQTTT\
            TRRBNNNNFEE0000UQTTTTRRBNNNNFEE010JtF/ANWJ8OeMZwAA
            """)
}
